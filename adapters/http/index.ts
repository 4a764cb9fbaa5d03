export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from './handler.ts';
export type { NodeListener } from './hosts/node-request.ts';
export { type RunningServer, type ServerOptions, startServer } from './hosts/standalone.ts';
export type { ServedEngine } from './http-engine.ts';
export type { HttpLogger } from './observability/log.ts';
export { createMetrics, type Metrics } from './observability/metrics.ts';
