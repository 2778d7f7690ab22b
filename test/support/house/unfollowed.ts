/**
 * Lets tests run without the runner's hooks on every promise, for whoever imports it before a test is defined. They tell the
 * runner which suite defines a test; once all are defined they do nothing but take a fifth of the processor time. Whose test
 * it was is then not told of an error that reaches the process: its process fails all the same.
 */
import { type AsyncHook, createHook } from 'node:async_hooks';

const kind = Object.getPrototypeOf(createHook({})) as AsyncHook;
const { enable } = kind;
kind.enable = function enabledForNow(this: AsyncHook) {
  // Modules define their tests before they give way.
  setImmediate(() => this.disable());
  return enable.call(this);
};
