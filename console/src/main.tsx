/** Starts the console. */

import { render } from 'preact';
import { App } from './app.tsx';
import { BELOW } from './service/root.ts';

const root = document.getElementById('app');
if (root) render(<App />, root);

// It hears of shared photos alone; nothing of the console is kept to be shown without a connection.
navigator.serviceWorker?.register(`${BELOW}/console/assets/share.js`).catch(() => undefined);
