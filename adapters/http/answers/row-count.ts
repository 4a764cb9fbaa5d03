/**
 * Header of an answer with rows: how many it has, without the line of names in CSV. An answer with fewer rows was cut on its way, although
 * its end may look orderly.
 */
export const rowCountHeader = 'X-Row-Count';

/** Yields the pages that have rows. Throws if they have not as many rows together as the answer has announced. */
export async function* countedPages<Row>(
  pages: AsyncIterable<readonly Row[]>,
  { jobId, count }: { readonly jobId: string; readonly count: number },
): AsyncGenerator<readonly Row[], void> {
  let read = 0;
  for await (const page of pages) {
    read += page.length;
    if (page.length > 0) yield page;
  }
  if (read !== count)
    throw new Error(`Job ${jobId} has ${read} of the ${count} rows announced in the storage.`);
}
