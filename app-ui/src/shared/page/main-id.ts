/** Id of the element with a page's content: the target of the skip link and of the focus after a change of page. */
export const MAIN_ID = 'main';

/** What comes first instead of the whole content, where an area begins with a navigation of its own. */
export const CONTENT = '[data-content]';
