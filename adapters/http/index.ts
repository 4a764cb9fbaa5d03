export { createHttpHandler, type HttpHandlerOptions } from './handler.ts';
export type { HttpHandler, MountedHandler } from './hosts/host-handler.ts';
export { type MetricsServer, startMetricsServer } from './hosts/metrics-server.ts';
export type { NodeListener } from './hosts/node-listener.ts';
export { type RunningServer, type ServerOptions, startServer } from './hosts/standalone-server.ts';
export type { HttpEngine } from './http-engine.ts';
export { createMetrics, type Metrics, type MetricsOptions } from './observability/metrics.ts';
export type { HttpLogger } from './observability/request-log.ts';
export type { TestEngine } from './test-key-engine.ts';
