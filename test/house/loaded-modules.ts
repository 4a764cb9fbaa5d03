import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Everything that a new process loads for one import. */
export interface LoadedModules {
  /** Names without `node:`. */
  readonly builtins: readonly string[];
  readonly files: readonly string[];
  /** Paths of native modules. */
  readonly natives: readonly string[];
}

/**
 * The program of the new process. An imported module passes the resolve hook, a required one passes Module._load,
 * and a native one process.dlopen in either case.
 */
const recorder = `
import Module, { builtinModules, register } from 'node:module';
import { receiveMessageOnPort, MessageChannel } from 'node:worker_threads';

const builtins = new Set();
const files = new Set();
const natives = new Set();
const { port1: reports, port2: hook } = new MessageChannel();

const resolveHook = \`
let port;
export function initialize(data) { port = data.port; }
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  port.postMessage(resolved.url);
  return resolved;
}\`;
register('data:text/javascript,' + encodeURIComponent(resolveHook), { data: { port: hook }, transferList: [hook] });

const load = Module._load;
Module._load = function (request, parent, ...rest) {
  const name = request.replace(/^node:/, '');
  if (builtinModules.includes(name)) builtins.add(name);
  else files.add(Module._resolveFilename(request, parent));
  return load.call(this, request, parent, ...rest);
};
const open = process.dlopen;
process.dlopen = function (module, path, ...rest) {
  natives.add(path);
  return open.call(this, module, path, ...rest);
};

await import(process.argv[1]);

for (let report; (report = receiveMessageOnPort(reports)) !== undefined; ) {
  const url = report.message;
  if (url.startsWith('node:')) builtins.add(url.slice('node:'.length));
  else if (url.startsWith('file:')) files.add(new URL(url).pathname);
}
console.log(JSON.stringify({ builtins: [...builtins], files: [...files], natives: [...natives] }));
process.exit();
`;

/** Imports a file in a new process and returns everything that was loaded. */
export async function modulesLoadedBy(path: string): Promise<LoadedModules> {
  const entry = pathToFileURL(path).href;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', recorder, entry]);
  return JSON.parse(stdout);
}
