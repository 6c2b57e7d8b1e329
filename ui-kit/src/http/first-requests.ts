/** A request that the boot script (ui-kit/vite/boot.js) has sent before the app was there. */
interface FirstRequest {
  /** The access token that it was sent with. */
  token?: Promise<string>;
  response: Promise<Response>;
}

declare global {
  interface Window {
    /** By method and path. */
    firstRequests?: Record<string, FirstRequest>;
  }
}

/** Takes the response to a request that the boot script has sent, if that had the same token. Each is taken once. */
export function takeFirst(
  method: string,
  path: string,
  token: string | undefined,
): Promise<Response | undefined> | undefined {
  const { firstRequests = {} } = window;
  const key = `${method} ${path}`;
  const first = firstRequests[key];
  delete firstRequests[key];
  return first && withToken(first, token);
}

async function withToken(first: FirstRequest, token: string | undefined) {
  // Without a token, the boot script did not send it.
  const sent = await first.token?.catch(() => null);
  return sent === token ? first.response : undefined;
}
