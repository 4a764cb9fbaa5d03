import { isIP } from 'node:net';
import { checkFunction, checkMethods, checkNames, checkObject, namesOf } from '../../src/argument-checks.ts';
import { settleOnce } from '../../src/concurrency/settle-once.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { SmtpConnection, SmtpTransport } from '../../src/ports/smtp-transport.ts';
import {
  applyDialRules,
  assertLocalAddress,
  assertSameIpVersion,
  connectError,
  connectTimeoutError,
  type DialTable,
} from '../../src/smtp/dial-target.ts';
import { WireConnection } from '../../src/smtp/wire-connection.ts';
import { ChannelWire } from './channel-wire.ts';

export interface SmtpChannelOptions {
  readonly clock: Clock;
  /**
   * Whether this exact address may be dialled. Pass `isGloballyReachable` from `mailproof/net`. There is no default,
   * because without this check a domain's DNS could point to hosts inside your network.
   */
  readonly isAllowed: (address: string) => boolean;
  /** Where to connect instead, by IP address. `isAllowed` is not called for its entries. */
  readonly dialTable?: DialTable | undefined;
  /** Local IP address to connect from. Default: chosen by the system. */
  readonly localAddress?: string | undefined;
}

const optionNames = namesOf<SmtpChannelOptions>()('clock isAllowed dialTable localAddress');

/** Creates an SmtpTransport over the smtp-channel package 0.2.4, which connects, writes and starts TLS. */
export function createSmtpChannelTransport(options: SmtpChannelOptions): SmtpTransport {
  const advice = 'Pass { clock: systemClock, isAllowed: isGloballyReachable } of mailproof/net.';
  checkObject('options', options, advice);
  checkNames(options, optionNames);
  checkMethods('clock', options.clock, ['now', 'after'], advice);
  checkFunction('isAllowed', options.isAllowed, advice);
  const { clock, dialTable, isAllowed, localAddress } = options;
  assertLocalAddress(localAddress, isIP);
  return {
    async connect(target, waitOptions) {
      const dial = applyDialRules(target, { dialTable, ipVersion: isIP, isAllowed });
      assertSameIpVersion(localAddress, dial, isIP);
      waitOptions.signal?.throwIfAborted();
      const wire = new ChannelWire({ ...dial, localAddress });
      try {
        return await settleOnce<SmtpConnection>(clock, waitOptions, {
          onTimeout: ({ reject }) => reject(connectTimeoutError(target)),
          start: ({ resolve, reject }) => {
            wire.open(
              () => resolve(new WireConnection(clock, (sink) => wire.attach(sink))),
              (cause) => reject(connectError(target, cause)),
            );
            return undefined;
          },
        });
      } catch (error) {
        await wire.destroy('reset');
        throw error;
      }
    },
  };
}
