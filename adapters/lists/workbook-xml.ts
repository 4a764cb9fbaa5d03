import { Parser } from 'saxen';
import { ListProblem } from './list-problem.ts';

/** Receives the parts of a document. Names of tags have no prefix. */
interface XmlListener {
  open?(tag: string, attributes: () => Readonly<Record<string, string>>): void;
  close?(tag: string): void;
  text?(text: string): void;
}

/** Reads XML; an empty text has nothing to read. Entities that a document declares are not replaced. Throws ListProblem if it is not well-formed. */
export function readXml(xml: string, listener: XmlListener): void {
  if (xml === '') return;
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => {
    const decoded = () =>
      Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(value)]));
    listener.open?.(localName(name), decoded);
  });
  parser.on('closeTag', (name) => listener.close?.(localName(name)));
  parser.on('text', (text, decode) => listener.text?.(decode(text)));
  parser.on('error', (cause) => {
    throw cause instanceof ListProblem ? cause : new ListProblem({ kind: 'workbook' }, { cause });
  });
  parser.parse(xml);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
