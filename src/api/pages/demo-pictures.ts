/** The demo games' pictures, drawn when they are asked for. */
import { Failure } from '../../failure.ts';
import type { ApiContext, PlainAnswer, RouteRequest } from '../context.ts';

/** @throws Failure not_found */
export async function answerDemoPicture({ params }: RouteRequest, { demoPicture }: ApiContext): Promise<PlainAnswer> {
  const picture = await demoPicture(params['*'] ?? '');
  if (!picture) throw new Failure('not_found', 'There is no picture at this address.');
  return { type: picture.type, body: picture.bytes, cacheControl: 'public, max-age=86400' };
}
