import { useState } from 'preact/hooks';
import { Choice } from '../parts/field.tsx';
import { texts } from '../texts.ts';

const themes = ['system', 'light', 'dark'] as const;

type Theme = (typeof themes)[number];

const storageKey = 'mailproof-theme';

/** Returns the theme that was chosen in this browser. Default: that of the system. */
export function chosenTheme(): Theme {
  const stored = readStored();
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Shows the page in this theme, also after it is loaded again. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is switched off: the theme lasts as long as the page.
  }
  dispatchEvent(new Event('themechange'));
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Choice
      label={texts.theme.label}
      value={theme}
      options={themes.map((value) => ({ value, label: texts.theme[value] }))}
      onValue={(value) => {
        applyTheme(value);
        setTheme(value);
      }}
    />
  );
}
