/** Types for the part of the package that we use. It ships none; see its src/index.js. */
declare module 'smtp-channel' {
  import type { EventEmitter } from 'node:events';
  import type { Socket, TcpNetConnectOpts } from 'node:net';
  import type { Readable } from 'node:stream';
  import type { ConnectionOptions } from 'node:tls';

  /** Events: `connect`, `end`, `close`, `error` (Error), `receive` (the argument of `_onReceive`). */
  export class SMTPChannel extends EventEmitter {
    /** Passes the options to `net.connect` and `tls.connect`. */
    constructor(config: TcpNetConnectOpts);
    /** Resolves with the code of the first reply that the channel reads. */
    connect(): Promise<string>;
    close(): Promise<void>;
    /** Resolves with the code of the next reply that the channel reads, even if it answers another command. */
    write(data: string | Buffer | Readable): Promise<string>;
    negotiateTLS(config?: ConnectionOptions & { timeout?: number }): Promise<void>;
    isSecure(): boolean;
    protected _createSocket(config: TcpNetConnectOpts, onConnect: () => void): Socket;
    protected _onReceive(chunk: Buffer | string): void;
  }
}
