/** A row of what a search or a scan found: picture, name, facts, and how likely it is, or what else stands at its end. */
import type { ComponentChildren } from 'preact';
import { Link } from '../frame/router.tsx';
import { Picture } from './picture.tsx';

interface ResultRowProps {
  to: string;
  picture: string | null;
  name: ComponentChildren;
  /** What stands in the place of a picture that does not come. */
  letter: string;
  /** The language of the name, where it is known. */
  lang?: string | undefined;
  facts: ComponentChildren;
  /** From 0 to 1. */
  score?: number | undefined;
  /** In the place of the score. */
  children?: ComponentChildren;
}

export function ResultRow({ to, picture, name, letter, lang, facts, score, children }: ResultRowProps) {
  return (
    <li>
      <Link to={to} class="result">
        <span class="result-picture">
          <Picture src={picture} alt="" isLazy>
            <span class="tile-letter" aria-hidden="true">
              {letter}
            </span>
          </Picture>
        </span>
        <span class="result-text">
          <strong lang={lang}>{name}</strong>
          <span class="quiet">{facts}</span>
        </span>
        {score === undefined ? (
          children
        ) : (
          <span class="score">
            <meter min={0} max={1} value={score} aria-label="Score" />
            <span>
              <small class="quiet">Score</small> {score.toFixed(2)}
            </span>
          </span>
        )}
      </Link>
    </li>
  );
}
