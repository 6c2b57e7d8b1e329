import { lazyPart } from 'ui-kit/lazy-part';

/** The dialog that reports a message or a person, loaded when it is opened. */
export const ReportDialog = lazyPart(() => import('./report-dialog'), 'closes');
