export { type Console, type ConsoleOptions, createConsole } from './console.ts';
export type { ConsoleEngine } from './console-engine.ts';
export { describeConsole } from './resources/api-document.ts';
