import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlantedFault, readPlantedFaults } from './planted-fault.ts';

/** Both this folder and that of a bundle, `node_modules/.cache/…`, are three levels below the root. */
const folder = join(import.meta.dirname, '../../../test/simulation/planted-faults');

const rooms = 'credit bulk store probing verdict content answering memory egress routing forgetting'.split(
  ' ',
);

export const allPlantedFaults: readonly PlantedFault[] = rooms.flatMap((room) =>
  readPlantedFaults(readFileSync(join(folder, `${room}-faults.txt`), 'utf8')),
);
