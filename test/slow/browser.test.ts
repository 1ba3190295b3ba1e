/** The web pages in one browser, from one server. */
import './browser/advice.ts';
import './browser/all-years.ts';
import './browser/all-years-drawing.ts';
import './browser/event.ts';
import './browser/notifications.ts';
import './browser/blasts.ts';
import './browser/citing.ts';
import './browser/csv.ts';
import './browser/first-screen.ts';
import './browser/freshness.ts';
import './browser/gestures.ts';
import './browser/headline.ts';
import './browser/languages.ts';
import './browser/large-text.ts';
import './browser/live.ts';
import './browser/map-card.ts';
import './browser/map-layout.ts';
import './browser/near.ts';
import './browser/offline.ts';
import './browser/sequences.ts';
import './browser/open-pages.ts';
import './browser/sources.ts';
import './browser/stream.ts';
import './browser/views.ts';
import './browser/widget.ts';
// The last one: pages opened after it may have the colours of paper in this browser.
import './browser/print.ts';
