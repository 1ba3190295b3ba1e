/** All applications that are tried. */
import { AFAD_WEB } from './afad-web.ts';
import type { Application } from './frame.ts';
import { KANDILLI_MOBILE } from './kandilli-mobile.ts';

export const APPLICATIONS: readonly Application[] = [...KANDILLI_MOBILE, ...AFAD_WEB];
