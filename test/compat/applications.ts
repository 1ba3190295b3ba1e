/** All applications that are tried. */
import { AFAD_SCRIPT } from './afad-script.ts';
import { AFAD_WEB } from './afad-web.ts';
import type { Application } from './frame.ts';
import { KANDILLI_ANDROID } from './kandilli-android.ts';
import { KANDILLI_DART } from './kandilli-dart.ts';
import { KANDILLI_SCRIPT } from './kandilli-script.ts';
import { KANDILLI_SWIFT } from './kandilli-swift.ts';
import { KANDILLI_WEB } from './kandilli-web.ts';
import { OWN } from './own.ts';
import { EMSC } from './emsc.ts';
import { FDSN } from './fdsn.ts';
import { USGS_MODELS } from './usgs-models.ts';
import { USGS_SCRIPTS } from './usgs-scripts.ts';
import { WEBSOCKET } from './websocket.ts';

export const APPLICATIONS: readonly Application[] = [
  ...[...KANDILLI_DART, ...KANDILLI_ANDROID, ...KANDILLI_SWIFT, ...KANDILLI_WEB, ...KANDILLI_SCRIPT],
  ...[...AFAD_WEB, ...AFAD_SCRIPT, ...OWN],
  ...[...USGS_MODELS, ...USGS_SCRIPTS, ...EMSC, ...WEBSOCKET, ...FDSN],
];
