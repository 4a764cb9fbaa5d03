import type { FruitlessRequests } from '../../http/fruitless-requests.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { pathOf, type RequestView } from '../../http/request-view.ts';
import type { HttpResponse } from '../../http/response.ts';
import type { FindRoute } from '../../http/route-table.ts';
import { answerFile, type PageFiles, readPageFiles, redirectToPage } from './page-files.ts';

const methods = ['GET', 'HEAD'];

/** Returns a function that finds the page and its files below the path of the console, in which the API is left out. */
export function pageRoute(basePath: string, fruitless: Pick<FruitlessRequests, 'countStranger'>): FindRoute {
  let files: Promise<PageFiles> | undefined;
  const handler = async (request: RequestView): Promise<HttpResponse> => {
    // Nobody has been asked for a session.
    await fruitless.countStranger(request);
    const path = pathOf(request.target);
    const name = path.slice(basePath.length);
    // A host that removes the path of the mount makes a single slash of nothing.
    const { originalTarget = request.target } = request;
    const original = pathOf(originalTarget);
    if (name === '' || (name === '/' && !original.endsWith('/'))) return redirectToPage(original);
    files ??= readPageFiles();
    const all = await files;
    if (all.size === 0) throw new Problem(404, 'The page of the console is not built: run "npm run build".');
    const file = all.get(name === '/' ? 'index.html' : name.slice(1));
    if (file === undefined) throw notFound();
    return answerFile(file, request.header('if-none-match'));
  };
  const handlers = new Map(methods.map((method) => [method, handler]));
  const route = { path: '/', handlers, allowed: methods.join(', '), maxBodyBytes: 0 };
  const match = { route, parameters: {} };
  return ({ target }) => {
    const path = pathOf(target);
    if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined;
    return path.startsWith(`${basePath}/api/`) ? undefined : match;
  };
}
