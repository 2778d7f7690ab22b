/** `cardstock config`: every setting, what it is and where it came from. */
import { SETTINGS } from '../config/settings.ts';
import { type CommonFlags, configOf } from './context.ts';
import { printRows } from './output.ts';

export function configPrint(flags: CommonFlags): void {
  const { values, origins } = configOf(flags);
  const rows = (Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]).map((key) => {
    const { name, env, secret } = SETTINGS[key];
    const value = values[key];
    const shown = typeof value === 'boolean' ? String(value) : (value ?? null);
    return { name, value: secret && value !== undefined ? '(secret)' : shown, from: origins[key], env };
  });
  printRows(rows, flags.json, (row) => row, 'wrap');
}
