/** What is used of the package, which brings no types: see its src/index.js. */
declare module 'smtp-channel' {
  import type { EventEmitter } from 'node:events';
  import type { Socket, TcpNetConnectOpts } from 'node:net';
  import type { Readable } from 'node:stream';
  import type { ConnectionOptions } from 'node:tls';

  /** Events: `connect`, `end`, `close`, `error` (Error), `receive` (what `_onReceive` was given). */
  export class SMTPChannel extends EventEmitter {
    /** The options go to `net.connect` and `tls.connect` as they are. */
    constructor(config: TcpNetConnectOpts);
    /** Resolves with the code of the first reply that the channel reads. */
    connect(): Promise<string>;
    close(): Promise<void>;
    /** Resolves with the code of the next reply that the channel reads, whatever it answers. */
    write(data: string | Buffer | Readable): Promise<string>;
    negotiateTLS(config?: ConnectionOptions & { timeout?: number }): Promise<void>;
    isSecure(): boolean;
    protected _createSocket(config: TcpNetConnectOpts, onConnect: () => void): Socket;
    protected _onReceive(chunk: Buffer | string): void;
  }
}
