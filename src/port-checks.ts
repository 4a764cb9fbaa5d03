import { checkList, checkMethods, checkObject } from './argument-checks.ts';
import { InvalidArgument } from './errors.ts';
import type { VerificationLevel } from './resources.ts';

/** The ports that `netPorts` returns, with the methods by which they are told from anything else. */
const networkPorts = { clock: ['now', 'after'], random: ['next', 'uuid'], dns: ['close'] };
const storePorts = {
  cache: ['get', 'set'],
  leases: ['acquire'],
  rateLimits: ['take'],
  ledger: ['hold', 'capture'],
  keys: ['find'],
  jobs: ['create'],
  queue: ['work'],
};
const enginePortsAdvice =
  "Pass both kinds of ports: createEngine({ ...memoryStores(), ...netPorts({ helo: 'verifier.example.net', " +
  "mailFrom: 'probe@verifier.example.net' }) }).";

/** Checks that every port is there: a kind that is missing as a whole is named as a whole. */
export function checkPorts(ports: unknown): void {
  checkObject('ports', ports, enginePortsAdvice);
  checkKind(ports, 'network ports', { ...networkPorts, egresses: [] });
  checkKind(ports, 'stores', storePorts);
  checkList('ports.egresses', portOf(ports, 'egresses'), enginePortsAdvice);
  for (const [name, methods] of Object.entries({ ...networkPorts, ...storePorts }))
    checkMethods(`ports.${name}`, portOf(ports, name), methods, enginePortsAdvice);
  checkMethods('ports', ports, ['ping', 'checkReady', 'close'], enginePortsAdvice);
}

/** Throws InvalidArgument for work that asks mail servers if there is no egress to ask through. */
export function checkCanAsk(level: VerificationLevel, egresses: readonly unknown[]): void {
  if (level !== 'smtp' || egresses.length > 0) return;
  throw new InvalidArgument(
    'helo',
    "Say who asks mail servers: netPorts({ helo: 'verifier.example.net', mailFrom: 'probe@verifier.example.net' }). Without " +
      "that, ask for the level 'dns' or 'syntax'.",
  );
}

/** Checks the ports of `diagnose`, which needs no stores. */
export function checkNetworkPorts(ports: unknown): void {
  const advice = 'Pass what netPorts({ helo, mailFrom }) returns, and your stores as `stores`.';
  checkObject('ports', ports, advice);
  checkList('ports.egresses', portOf(ports, 'egresses'), advice);
  for (const [name, methods] of Object.entries(networkPorts))
    checkMethods(`ports.${name}`, portOf(ports, name), methods, advice);
}

function checkKind(ports: unknown, kind: string, names: object): void {
  const missing = Object.keys(names).filter((name) => portOf(ports, name) === undefined);
  if (missing.length === 0) return;
  throw new InvalidArgument('ports', `The ${kind} lack ${missing.join(', ')}. ${enginePortsAdvice}`);
}

function portOf(ports: unknown, name: string): unknown {
  return typeof ports === 'object' && ports !== null ? Reflect.get(ports, name) : undefined;
}
