import { render } from 'preact';
import { removeOldKeys } from './lists/idempotency-keys.ts';
import { App } from './shell/app.tsx';
import { takeSignInSecret } from './shell/sign-in-form.tsx';
import { applyTheme, chosenTheme } from './shell/theme.tsx';

const openedSecret = takeSignInSecret('#/');
applyTheme(chosenTheme());
removeOldKeys();
const root = document.createElement('div');
document.body.replaceChildren(root);
render(<App openedSecret={openedSecret} />, root);
