/** What a landscape is drawn on: its size, and one of the three lights its place is painted in. */
import type { Ink } from '../ink.ts';

/** Colours of one light: sky from the top down, land from far to near, the light itself and what stands out in it. */
export interface Mood {
  sky: readonly [string, string, string];
  land: readonly [string, string, string];
  light: string;
  accent: string;
}

const mood = (sky: Mood['sky'], land: Mood['land'], light: string, accent: string): Mood => ({
  sky,
  land,
  light,
  accent,
});

const MOODS: Record<string, readonly [Mood, Mood, Mood]> = {
  harbour: [
    mood(['#1b2350', '#6a4a8c', '#f2936b'], ['#5b4a86', '#332e63', '#17183a'], '#ffd98a', '#ff8f5a'),
    mood(['#4f94c4', '#f3c3a6', '#ffe9c4'], ['#7a93b5', '#4f6a94', '#2c4169'], '#fff3c9', '#ff8f6b'),
    mood(['#070d2b', '#14275a', '#2f5f8f'], ['#234274', '#142750', '#080f28'], '#ffe9a3', '#ffb347'),
  ],
  hollow: [
    mood(['#0e2b2b', '#2a6a55', '#b8d98a'], ['#3d7a5c', '#215040', '#0e2a24'], '#eaffb0', '#9be86b'),
    mood(['#f7e6b0', '#c7dd8f', '#6fb07a'], ['#6aa372', '#3d7a58', '#1f4f40'], '#fffbe0', '#ffd166'),
    mood(['#0a1030', '#163a52', '#2f7d7a'], ['#1e5560', '#123845', '#081c26'], '#a8ffe0', '#62e6c0'),
  ],
  orchard: [
    mood(['#bdf3e6', '#3fa9b5', '#0d3f63'], ['#2c8797', '#1a5f78', '#0c3450'], '#f2ffe8', '#ff9e8a'),
    mood(['#ffe3a8', '#5fb7a5', '#134a63'], ['#3b8f8d', '#23646f', '#0f3a4e'], '#fff7d6', '#ffb35c'),
    mood(['#6f93e6', '#2b3f97', '#10164a'], ['#3a4fa6', '#26357d', '#111a4d'], '#d8e6ff', '#ff7fb0'),
  ],
  saltglass: [
    mood(['#ffd7c2', '#ffb3a7', '#b48ad0'], ['#d9a5c7', '#a97bb5', '#6a4d8c'], '#fff6e0', '#7fe3e0'),
    mood(['#2c2f6b', '#8d5aa6', '#ffb07c'], ['#9a6bb0', '#62468e', '#33285f'], '#ffe0b0', '#6fe0ff'),
    mood(['#8fdbe6', '#dff5ee', '#fff3dc'], ['#b7d9dd', '#86b6c6', '#4c7f9c'], '#ffffff', '#ff8fa3'),
  ],
  peaks: [
    mood(['#2f6fb0', '#9fd0ea', '#fdf1dc'], ['#9db9d6', '#6488b5', '#2e4a7d'], '#fffdf0', '#ffc857'),
    mood(['#3b2a6b', '#c0658f', '#ffc291'], ['#a5749f', '#6b4b86', '#352a5e'], '#ffe6bd', '#ffd166'),
    mood(['#0b1436', '#27407e', '#6d8fc9'], ['#4a69a8', '#2b4179', '#141f47'], '#f0f6ff', '#a3d5ff'),
  ],
  market: [
    mood(['#12082e', '#4b1b63', '#c83e6f'], ['#4a2067', '#2d1549', '#150927'], '#ffdf8e', '#ff5d73'),
    mood(['#06122e', '#123f6b', '#2aa6a1'], ['#144a6b', '#0d2f4d', '#06152d'], '#ffe9a3', '#ff9f45'),
    mood(['#1e0b1f', '#6b1d3a', '#f0764a'], ['#632547', '#401732', '#1f0b1c'], '#fff0b8', '#ffc94a'),
  ],
  aurora: [
    mood(['#050b26', '#0e2b56', '#1f6f78'], ['#2a5f80', '#163a5c', '#081a30'], '#d6fff1', '#5dffb0'),
    mood(['#0c0630', '#34206b', '#7a4aa8'], ['#4d3d8c', '#2d2564', '#120f33'], '#f4e0ff', '#d08bff'),
    mood(['#0b1a3a', '#1d5a8a', '#a5e0e8'], ['#5f9dbb', '#2f6690', '#133355'], '#f2feff', '#7dfff0'),
  ],
  reef: [
    mood(['#0b3b4a', '#1c7c86', '#f0c987'], ['#2a7f86', '#155a66', '#0a3440'], '#ffe2a0', '#e8a23d'),
    mood(['#f5d9a3', '#d99a5b', '#3c6e71'], ['#8f8a66', '#4f6b66', '#233f44'], '#fff1cf', '#c8562f'),
    mood(['#12163a', '#2b4a7a', '#5fb3b3'], ['#38628c', '#243f6b', '#101d42'], '#ffedc0', '#f2b950'),
  ],
  carnival: [
    mood(['#1c0613', '#7a1430', '#ff7a2f'], ['#6b1a38', '#430f29', '#1f0715'], '#ffe29a', '#ffb02e'),
    mood(['#1a0f3d', '#6b2a8a', '#ff6f91'], ['#592a7d', '#391958', '#1a0b2f'], '#fff0c2', '#ffd23f'),
    mood(['#0a0a1f', '#27224d', '#d1495b'], ['#3b2f63', '#241d45', '#0f0b24'], '#ffe9d6', '#4de2c5'),
  ],
  parliament: [
    mood(['#1d2c4f', '#6d86ad', '#e7ecf3'], ['#a9bcd3', '#71879f', '#33465f'], '#ffffff', '#ffb703'),
    mood(['#2b1b3d', '#8a6a94', '#f3dfd2'], ['#bfa9c0', '#85708f', '#3f3352'], '#fff8ee', '#ff8c61'),
    mood(['#0d1b2a', '#335c67', '#bcd8d2'], ['#7fa6a6', '#4c7378', '#1f3d45'], '#f4fff9', '#ffd166'),
  ],
  poster: [
    mood(['#ff8a5b', '#ffc46b', '#fff0c4'], ['#e86a4a', '#a53f4f', '#4a1f3d'], '#fffbe6', '#2ec4b6'),
    mood(['#2b6f8f', '#6fc6b8', '#f2f3c9'], ['#3c8f96', '#256079', '#12344f'], '#fffdf0', '#ff6b6b'),
    mood(['#5a3f99', '#c06fb0', '#ffd3c2'], ['#7d4fa0', '#4f3178', '#271a4a'], '#fff4e8', '#ffd23f'),
  ],
};

/** The light a picture of a place is painted in. */
export function moodOf(place: string, choice: number): Mood {
  const moods = MOODS[place];
  if (moods === undefined) throw new RangeError(`no such place: ${place}`);
  return moods[choice % 3] ?? moods[0];
}

/** What a landscape is drawn on. */
export interface Scene {
  ink: Ink;
  mood: Mood;
  w: number;
  h: number;
}

/** The scene of a place at a size, its light chosen by the ink. */
export const sceneOf = (ink: Ink, place: string, w: number, h: number): Scene => ({
  ink,
  w,
  h,
  mood: moodOf(place, ink.random.whole(0, 2)),
});
