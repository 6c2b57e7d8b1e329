/** The parts of Chatwoot's script that are used, as it puts them on the page. */
interface Widget {
  setUser(identifier: string, details: Record<string, string | undefined>): void;
  setCustomAttributes(attributes: Record<string, string>): void;
  setLocale(code: string): void;
  toggleBubbleVisibility(visibility: 'show' | 'hide'): void;
  reset(): void;
}

declare global {
  interface Window {
    chatwootSettings?: Record<string, unknown>;
    chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void };
    $chatwoot?: Widget;
  }
}

export interface Desk {
  baseUrl: string;
  websiteToken: string;
}

/** Who writes, as the desk is told. */
export interface Visitor {
  identifier: string;
  identifierHash: string | null;
  email: string;
  name: string;
  role: string;
}

let widget: Promise<Widget> | null = null;

/** Loads the widget, once per page; a failure is forgotten, so that the next one who wants it tries again. */
function load(desk: Desk, language: string): Promise<Widget> {
  widget ??= begin(desk, language).catch((error: unknown) => {
    widget = null;
    throw error;
  });
  return widget;
}

function begin({ baseUrl, websiteToken }: Desk, language: string): Promise<Widget> {
  return new Promise((resolve, reject) => {
    window.chatwootSettings = {
      locale: language,
      position: document.documentElement.dir === 'rtl' ? 'left' : 'right',
      darkMode: 'auto',
    };
    window.addEventListener(
      'chatwoot:ready',
      () => (window.$chatwoot ? resolve(window.$chatwoot) : reject(new Error('The help desk is not there.'))),
      { once: true },
    );
    const script = document.createElement('script');
    script.src = `${baseUrl}/packs/js/sdk.js`;
    script.async = true;
    script.onload = () => window.chatwootSDK?.run({ websiteToken, baseUrl });
    script.onerror = () => {
      script.remove();
      reject(new Error('The help desk cannot be reached.'));
    };
    document.head.append(script);
  });
}

/** What can be done to a widget that is shown. */
export interface Shown {
  hide(): void;
  /** Forgets whoever wrote: the next one at this browser must not read it. */
  reset(): void;
}

/** Shows the widget, to somebody we know or to a stranger. */
export async function show(desk: Desk, visitor: Visitor | null, language: string): Promise<Shown> {
  const shown = await load(desk, language);
  if (visitor !== null) {
    shown.setUser(visitor.identifier, {
      email: visitor.email,
      name: visitor.name,
      identifier_hash: visitor.identifierHash ?? undefined,
    });
    shown.setCustomAttributes({ role: visitor.role, language });
  }
  shown.setLocale(language);
  shown.toggleBubbleVisibility('show');
  return { hide: () => shown.toggleBubbleVisibility('hide'), reset: () => shown.reset() };
}
