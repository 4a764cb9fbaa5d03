import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from '../api/api.ts';
import type { Session } from '../api/resources.ts';

/** What every page is given. */
export interface Console {
  readonly session: Session;
  readonly api: Api;
  /** Has screen readers say a text that appears without a change of focus. */
  readonly announce: (text: string) => void;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const context = useContext(ConsoleContext);
  if (context === undefined) throw new Error('A page is shown without a session.');
  return context;
}
