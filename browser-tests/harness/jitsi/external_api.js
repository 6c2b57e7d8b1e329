/**
 * What Jitsi's external_api.js does towards a page, as its handbook describes it: a frame, listeners, commands, an end.
 * What the handbook does not know is a mistake, and is reported to the test.
 */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const EVENTS = [
    'videoConferenceJoined',
    'videoConferenceLeft',
    'readyToClose',
    'participantJoined',
    'participantLeft',
    'recordingStatusChanged',
    'errorOccurred',
  ];
  const COMMANDS = ['hangup', 'startRecording', 'stopRecording', 'toggleAudio', 'toggleVideo'];
  const mistake = (text) => fetch(`${origin}/mistakes`, { method: 'POST', mode: 'no-cors', body: text });

  window.JitsiMeetExternalAPI = class {
    constructor(domain, { roomName, parentNode, jwt, lang, configOverwrite = {}, userInfo = {} }) {
      if (domain !== new URL(origin).host) mistake(`another domain: ${domain}`);
      this.listeners = new Map();
      this.frame = document.createElement('iframe');
      this.frame.allow = 'camera; microphone; display-capture; autoplay';
      this.frame.name = 'jitsiConferenceFrame0';
      this.frame.title = 'Jitsi';
      this.frame.style.cssText = 'width:100%;height:100%;border:0';
      const query = new URLSearchParams({ jwt: jwt ?? '', lang: lang ?? '' });
      const hash = new URLSearchParams({
        config: JSON.stringify(configOverwrite),
        name: userInfo.displayName ?? '',
      });
      this.frame.src = `${origin}/${encodeURIComponent(roomName)}?${query}#${hash}`;
      this.onMessage = ({ source, data }) => {
        if (source === this.frame.contentWindow)
          this.listeners.get(data.event)?.forEach((tell) => void tell(data.payload));
      };
      window.addEventListener('message', this.onMessage);
      parentNode.append(this.frame);
    }

    addListener(event, listener) {
      if (!EVENTS.includes(event)) mistake(`no such event: ${event}`);
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
      return this;
    }

    executeCommand(name, ...args) {
      if (!COMMANDS.includes(name)) mistake(`no such command: ${name}`);
      this.frame.contentWindow?.postMessage({ command: name, args }, origin);
    }

    dispose() {
      window.removeEventListener('message', this.onMessage);
      this.frame.remove();
    }
  };
})();
