import { silentMs, textLines } from './text-lines.ts';

/** One event of a stream of server-sent events (WHATWG HTML, section 9.2). */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events. Comments, ids and retry times are left out. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let event = '';
  let data: string[] = [];
  for await (const line of textLines(body, { silentMs })) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
}
