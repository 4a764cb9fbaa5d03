// One engine for all routes. Next.js loads modules again when they change: the global object keeps it to one.
import { createHttpHandler } from 'mailproof/http';
import { startEngine } from '../engine.mjs';

globalThis.mailproof ??= startEngine();

export const { engine, stop } = await globalThis.mailproof;
/** Route handlers get the whole path, so the handler must know what is before /v1. */
export const handler = createHttpHandler(engine, { basePath: '/mail' });
