import type { ParamIndexMap, ParamStash } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { PathParameters } from './endpoint.ts';
import type { RequestDetails } from './observability/request-log.ts';
import { pathOf, type RequestView } from './request-view.ts';
import type { HttpResponse } from './response.ts';

export type RequestHandler = (
  request: RequestView,
  parameters: PathParameters,
  details: RequestDetails,
) => Promise<HttpResponse>;

/** One method of one path, and what answers it. */
export interface RouteMethod {
  readonly method: string;
  /** With parameters as `:name`, without the base path. */
  readonly path: string;
  /** Longer bodies get 413. Of the methods of a path, the highest limit counts. */
  readonly maxBodyBytes: number;
  readonly handler: RequestHandler;
}

interface Route {
  /** With parameters as `:name`, without the base path. */
  readonly path: string;
  readonly handlers: ReadonlyMap<string, RequestHandler>;
  /** The methods of `handlers`, for the Allow header. */
  readonly allowed: string;
  /** Longer bodies get 413. */
  readonly maxBodyBytes: number;
}

export interface RouteMatch {
  readonly route: Route;
  readonly parameters: PathParameters;
}

/** Finds the route of a request by its path. */
export type FindRoute = (request: RequestView) => RouteMatch | undefined;

/** Hono's type allows for other routers; RegExpRouter always says where in the matched text a parameter is. */
type RegExpMatch = [[Route, ParamIndexMap][], ParamStash];

const noParameters: PathParameters = Object.freeze({});

/** Makes the routes of all methods below a base path, such as `/mail`, or none. */
export function createRouteTable(methods: readonly RouteMethod[], basePath: string): FindRoute {
  const router = new RegExpRouter<Route>();
  for (const path of new Set(methods.map((method) => method.path))) {
    const ofPath = methods.filter((method) => method.path === path);
    const handlers = new Map(ofPath.map(({ method, handler }) => [method, handler]));
    const allowed = [...handlers.keys()].join(', ');
    const maxBodyBytes = Math.max(...ofPath.map((method) => method.maxBodyBytes));
    router.add('ALL', `${basePath}${path}`, { path, handlers, allowed, maxBodyBytes });
  }
  return ({ target }) => {
    const match = router.match('ALL', pathOf(target)) as RegExpMatch;
    const found = match[0][0];
    return found && { route: found[0], parameters: readParameters(found[1], match[1]) };
  };
}

function readParameters(indexes: ParamIndexMap, values: ParamStash): PathParameters {
  if (values.length === 0) return noParameters;
  const named = Object.entries(indexes).map(([name, index]) => [name, values[index] ?? ''] as const);
  return Object.fromEntries(named);
}
