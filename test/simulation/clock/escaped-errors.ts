/**
 * Calls `onError` with errors that nobody catches while `work` runs, which would end the process otherwise. They come when
 * the real event loop goes round.
 */
export async function withEscapedErrors<Result>(
  onError: (error: unknown) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  try {
    return await work();
  } finally {
    process.off('uncaughtException', onError);
    process.off('unhandledRejection', onError);
  }
}
