/** Changes the text of a file, given its path from the root of the repository. */
export type Patch = (path: string, text: string) => string;

export function bundleSimulator(options?: { readonly patch?: Patch }): Promise<{
  /** The file that exports `simulateCommand`. */
  readonly command: string;
  /** The file of the processes that run seeds. */
  readonly worker: string;
  /** Removes the files. */
  remove(): Promise<void>;
}>;
