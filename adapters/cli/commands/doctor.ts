import { worstSeverity } from '../../../src/doctor/finding.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { exitCodeOfSeverity } from '../exit-code.ts';
import { findingsReport } from '../output/findings-report.ts';
import { jsonLine } from '../output/printable.ts';
import { addNetworkOptions, type NetworkCommandFlags, openNetwork } from '../settings/network.ts';
import { hostNames, readVerificationOptions } from '../settings/network-settings.ts';
import { addSettingOptions, type FlagsOf, readSettings, setting } from '../settings/setting-value.ts';
import { addStoreOption, openStores, readStoreLocation, type StoreFlags } from '../settings/stores.ts';
import { type AddCommand, showsColour, type Terminal } from '../terminal.ts';

interface DoctorCommandFlags extends NetworkCommandFlags, StoreFlags, DoctorFlags {
  readonly json?: boolean;
}

const help = `
It connects to two large mail servers (those of --canaries, if set), over IPv4 and IPv6, and says EHLO and QUIT. It asks
about no recipient, sends nothing, and changes nothing in the store. What it looks at is explained in
docs/sending-addresses.md.

Exit codes:
  0    everything is right
  1    something may be wrong
  2    something is wrong, or an option or a setting is
  130  interrupted`;

/** Adds `mailproof doctor`. `finish` gets the exit code. */
export const addDoctorCommand: AddCommand = (program, terminal, finish) => {
  const command = program
    .command('doctor')
    .description(
      'find out whether mail servers will answer us: port 25, IP address, names, SPF, block lists, store',
    )
    .option('--json', 'print one JSON object: the gravest severity, and all findings');
  addStoreOption(command);
  addSettingOptions(command, doctorSettings);
  addNetworkOptions(command);
  command.addHelpText('after', help);
  command.action(async (flags: DoctorCommandFlags) => finish(await examine(flags, terminal)));
};

/**
 * Examines what decides on our side whether mail servers answer, and prints the findings. Throws InvalidArgument for a
 * setting. Rejects with the reason of the terminal's signal.
 */
async function examine(flags: DoctorCommandFlags, { stdout, env, signal }: Terminal): Promise<number> {
  // Only here, so that other commands start without loading what they do not need.
  const { diagnose } = await import('../../../src/doctor/doctor.ts');
  const { canaries } = readVerificationOptions(flags, env);
  const { blockLists } = readSettings(doctorSettings, flags, env);
  await using network = await openNetwork(flags, env);
  await using stores = await openExaminedStores(flags, env);
  try {
    const findings = await diagnose({ ...network.ports, stores }, { signal, canaries, blockLists });
    const severity = worstSeverity(findings);
    const colour = showsColour(stdout, env);
    stdout.write(
      flags.json
        ? jsonLine({ severity, findings })
        : findingsReport(findings, { colour, columns: stdout.columns }),
    );
    return exitCodeOfSeverity[severity];
  } finally {
    await network.ports.dns.close();
  }
}

/**
 * Opens the configured store, or the default one; undefined if that one's driver is not installed, as for the
 * library.
 */
async function openExaminedStores(
  flags: StoreFlags,
  env: Terminal['env'],
): Promise<Awaited<ReturnType<typeof openStores>> | undefined> {
  const location = readStoreLocation(flags, env);
  try {
    return await openStores(location);
  } catch (error) {
    if (location.source === undefined && error instanceof InvalidArgument) return undefined;
    throw error;
  }
}

const doctorSettings = {
  blockLists: setting(
    '--block-lists <zone,...>',
    'MAILPROOF_BLOCK_LISTS',
    'DNS block lists to ask, or none (default: zen.spamhaus.org, bl.spamcop.net, psbl.surriel.com; mind their terms of use)',
    hostNames('Set it to zones of DNS block lists, such as zen.spamhaus.org, or to none.'),
  ),
};

type DoctorFlags = FlagsOf<typeof doctorSettings>;
