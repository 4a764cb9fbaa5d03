/** The file of the worker that reads lists, relative to the page. The build puts its name here. */
export const listWorkerFile: string = './list-worker.js';
