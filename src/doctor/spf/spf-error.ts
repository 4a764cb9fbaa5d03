/** Ends an evaluation: the record is wrong or needs too many questions (`permerror`), or DNS fails (`temperror`). */
export class SpfError extends Error {
  readonly result: 'permerror' | 'temperror';

  /** `problem`: what is wrong, to be continued with the domain or term that it is about. */
  constructor(result: 'permerror' | 'temperror', problem: string) {
    super(problem);
    this.name = 'SpfError';
    this.result = result;
  }
}
