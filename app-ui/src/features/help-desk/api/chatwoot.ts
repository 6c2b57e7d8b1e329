/** The used part of Chatwoot's script. */
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

export interface HelpDeskSettings {
  baseUrl: string;
  websiteToken: string;
}

/** Identity of the person for the help desk. */
export interface HelpDeskVisitor {
  identifier: string;
  identifierHash: string | null;
  email: string;
  name: string;
  role: string;
}

let widget: Promise<Widget> | null = null;

/** Loads the widget once per page; a failed load can be repeated. */
function load(helpDesk: HelpDeskSettings, language: string): Promise<Widget> {
  widget ??= loadScript(helpDesk, language).catch((error: unknown) => {
    widget = null;
    throw error;
  });
  return widget;
}

function loadScript({ baseUrl, websiteToken }: HelpDeskSettings, language: string): Promise<Widget> {
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

/** A visible widget. */
export interface VisibleWidget {
  hide(): void;
  /** Clears the conversation, which the next person at this browser must not read. */
  reset(): void;
}

/** Shows the widget to an identified or anonymous visitor. */
export async function showWidget(
  helpDesk: HelpDeskSettings,
  visitor: HelpDeskVisitor | null,
  language: string,
): Promise<VisibleWidget> {
  const shown = await load(helpDesk, language);
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
