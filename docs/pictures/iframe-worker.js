// A browser starts no worker from a file on disk. There, search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc =
        "<script>postMessage = data => parent.dispatchEvent(" +
        'new MessageEvent("frame", {data}));' +
        "importScripts = (...urls) => Promise.all(urls.map(src => new Promise((done, fail) => {" +
        'const script = document.createElement("script");' +
        "script.src = src; script.onload = done; script.onerror = fail;" +
        "document.body.appendChild(script)})))</" + "script>" +
        `<script src="${url}"></` + "script>";
      this.frame.onload = () => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach(data => this.postMessage(data));
      };
      window.addEventListener("frame", event => {
        const message = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(message);
        if (this.onmessage) this.onmessage(message);
      });
      document.body.appendChild(this.frame);
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
