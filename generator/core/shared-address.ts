/**
 * `/deprem` is the page of earthquakes for people and, as in the Kandilli API, the list of both agencies for programs.
 * By the query, else by what the request prefers.
 */
import { ENDPOINTS } from './endpoints.ts';
import { ACCEPTS_PAGE } from './headers.ts';

const PATH = ENDPOINTS.kandilliAll;
/** Parameters that only the page has, and that only the list has. */
const OF_PAGE = /[?&]id=/;
const OF_LIST = /[?&](?:date|date_end|skip|limit)=/;

/** @param target path and query */
export const isShared = (target: string): boolean =>
  target.startsWith(PATH) && /^\/?(?:\?|$)/.test(target.slice(PATH.length));

/** Of a shared address: whether `Accept` decides. */
export const variesByAccept = (target: string): boolean =>
  isShared(target) && !OF_PAGE.test(target) && !OF_LIST.test(target);

/** Of a shared address. @param accept header of the request */
export const wantsPage = (target: string, accept = ''): boolean =>
  OF_PAGE.test(target) || (!OF_LIST.test(target) && ACCEPTS_PAGE.test(accept));
