/** What the build makes of tags calls these, without a file naming them. */
export { Fragment, h } from 'preact';
