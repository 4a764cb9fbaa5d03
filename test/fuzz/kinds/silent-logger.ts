import type { HttpLogger } from '../../../adapters/http/index.ts';

const nothing = () => {};

export const silentLogger: HttpLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
