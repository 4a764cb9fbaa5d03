import { useState } from 'preact/hooks';
import { Choice } from '../parts/field.tsx';
import { texts } from '../texts.ts';
import { applyTheme, chosenTheme, themes } from './theme.ts';

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
