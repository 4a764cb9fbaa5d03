export { type Console, createConsole } from './console.ts';
export type { ConsoleEngine } from './console-engine.ts';
export type { ConsoleOptions } from './console-options.ts';
export { describeConsole } from './resources/api-document.ts';
