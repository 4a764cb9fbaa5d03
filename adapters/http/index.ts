export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from './handler.ts';
export type { HttpLogger } from './log.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export type { NodeListener } from './node-request.ts';
export type { ServedEngine } from './served-engine.ts';
export { type RunningServer, type ServerOptions, startServer } from './standalone.ts';
