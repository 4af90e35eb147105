"use strict";
// What the map draws, and the two ways of drawing links: WebGL 2 in one call, else a plain canvas.
const mapParts = (() => {
  class Graph {
    // Columns of the API as typed arrays; links stay in their order, the least informative first.
    constructor(data, isTall) {
      const { url, title, kind, x, y } = data.pages;
      Object.assign(this, { url, title, kind, size: url.length, allLinks: data.all_links });
      // maps are wide: on a narrow screen they are turned
      [this.x, this.y] = (isTall ? [y, x] : [x, y]).map((part) => Float32Array.from(part));
      this.grain = 1;
      this.every = new Links(this, data.links, null);
      this.listed = new Links(this, data.links, data.links.listed);
      this.articles = new Uint32Array(this.size);
      for (const page of this.listed.source) this.articles[page]++;
    }

    // Signs are smaller where each page has less room.
    fill(width, height) {
      this.grain = Math.min(Math.max(Math.sqrt((width * height) / this.size / 1700), 0.5), 1.2);
    }

    radius(page) {
      const listed = this.kind[page] === "toc" ? 0.4 + Math.sqrt(this.articles[page]) : 0;
      return (2.8 + Math.min(0.9 * listed, 9)) * this.grain;
    }
  }

  class Links {
    constructor(graph, columns, flags) {
      const rows = [];
      for (let i = 0; i < columns.source.length; i++) if (!flags || flags[i]) rows.push(i);
      this.length = rows.length;
      this.source = Uint32Array.from(rows, (i) => columns.source[i]);
      this.target = Uint32Array.from(rows, (i) => columns.target[i]);
      this.entropy = Float32Array.from(rows, (i) => columns.entropy[i]);
      // of each page the least entropy of a link from or to it: at which threshold it is kept
      this.least = new Float32Array(graph.size).fill(2);
      for (let i = 0; i < this.length; i++) {
        const entropy = this.entropy[i];
        if (entropy < this.least[this.source[i]]) this.least[this.source[i]] = entropy;
        if (entropy < this.least[this.target[i]]) this.least[this.target[i]] = entropy;
      }
      this.sortedLeast = this.least.slice().sort();
      // two ends and a weight; what leads to an article has some weight, whatever its anchor says
      this.instances = new Float32Array(5 * this.length);
      const floor = flags ? 0.4 : 0;
      for (let i = 0; i < this.length; i++) {
        const [from, to] = [this.source[i], this.target[i]];
        const weight = floor + (1 - floor) * (1 - this.entropy[i]);
        this.instances.set([graph.x[from], graph.y[from], graph.x[to], graph.y[to], weight], 5 * i);
      }
    }

    // The first link that is kept: all after it are, too.
    cut(threshold) {
      let [low, high] = [0, this.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.entropy[middle] > threshold + 1e-6) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    pages(threshold) {
      let [low, high] = [0, this.sortedLeast.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.sortedLeast[middle] <= threshold + 1e-6) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    *of(page, first) {
      for (let i = first; i < this.length; i++) {
        if (this.source[i] === page || this.target[i] === page) yield i;
      }
    }
  }

  const VERTEX = `#version 300 es
    layout(location = 0) in vec2 a; layout(location = 1) in vec2 b; layout(location = 2) in float w;
    uniform vec3 view; uniform vec2 size; uniform vec2 ink; uniform float ratio;
    out float weight; out float side; out float half_width;
    void main() {
      vec2 p = a * view.z + view.xy, q = b * view.z + view.xy;
      vec2 along = q - p; float len = max(length(along), 0.001);
      vec2 across = vec2(-along.y, along.x) / len;
      half_width = mix(0.25, 0.8, w) * ink.y + 0.6 / ratio;
      float end = float(gl_VertexID & 1); side = float(gl_VertexID >> 1) * 2.0 - 1.0;
      vec2 at = mix(p, q, end) + across * side * half_width;
      gl_Position = vec4(at / size * vec2(2, -2) + vec2(-1, 1), 0, 1); weight = w;
    }`;
  const FRAGMENT = `#version 300 es
    precision highp float;
    in float weight; in float side; in float half_width;
    uniform vec3 weak; uniform vec3 strong; uniform vec2 ink; uniform float ratio; out vec4 colour;
    void main() {
      float edge = smoothstep(0.0, 1.2 / ratio, half_width * (1.0 - abs(side)));
      float alpha = mix(0.10 + 0.35 * ink.x, 0.95, pow(weight, 0.8)) * ink.x * edge;
      colour = vec4(mix(weak, strong, smoothstep(0.0, 0.6, weight)) * alpha, alpha);
    }`;

  class WebGlPainter {
    static start(canvas) {
      const gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true });
      if (!gl) return null;
      const program = gl.createProgram();
      for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
      }
      gl.linkProgram(program);
      return gl.getProgramParameter(program, gl.LINK_STATUS) ? new WebGlPainter(gl, program) : null;
    }

    constructor(gl, program) {
      Object.assign(this, { gl, program, canvas: gl.canvas, buffers: new Map() });
      gl.useProgram(program);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      this.at = (name) => gl.getUniformLocation(program, name);
    }

    buffer(links) {
      const { gl } = this;
      if (!this.buffers.has(links)) {
        this.buffers.set(links, gl.createBuffer());
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.get(links));
        gl.bufferData(gl.ARRAY_BUFFER, links.instances, gl.STATIC_DRAW);
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.get(links));
    }

    draw(links, first, view, inks, ink) {
      const { gl } = this;
      const ratio = gl.canvas.width / view.width;
      gl.viewport(0, 0, gl.canvas.width, gl.canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      if (first >= links.length) return;
      this.buffer(links);
      [[0, 2, 0], [1, 2, 8], [2, 1, 16]].forEach(([place, width, offset]) => {
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, width, gl.FLOAT, false, 20, 20 * first + offset);
        gl.vertexAttribDivisor(place, 1);
      });
      gl.uniform3f(this.at("view"), view.left, view.top, view.scale);
      gl.uniform2f(this.at("size"), view.width, view.height);
      gl.uniform2f(this.at("ink"), ink, view.stroke);
      gl.uniform1f(this.at("ratio"), ratio);
      gl.uniform3fv(this.at("weak"), inks.weak.map((part) => part / 255));
      gl.uniform3fv(this.at("strong"), inks.strong.map((part) => part / 255));
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, links.length - first);
    }
  }

  class PlainPainter {
    // Without WebGL: a stroke for each of eight weights.
    constructor(canvas) {
      this.canvas = canvas;
      this.context = canvas.getContext("2d");
    }

    draw(links, first, view, inks, ink) {
      const { context } = this;
      const ratio = context.canvas.width / view.width;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, view.width, view.height);
      const { instances } = links;
      for (let i = first; i < links.length; ) {
        const step = Math.floor(8 * instances[5 * i + 4]);
        const weight = step / 8;
        context.beginPath();
        for (; i < links.length && Math.floor(8 * instances[5 * i + 4]) === step; i++) {
          const [ax, ay, bx, by] = instances.subarray(5 * i, 5 * i + 4);
          context.moveTo(ax * view.scale + view.left, ay * view.scale + view.top);
          context.lineTo(bx * view.scale + view.left, by * view.scale + view.top);
        }
        const share = Math.min(weight / 0.6, 1);
        const mixed = inks.weak.map((part, k) => part + (inks.strong[k] - part) * share);
        context.strokeStyle = `rgb(${mixed.map(Math.round).join(" ")} / ${(0.1 + 0.35 * ink) * ink + 0.5 * weight * ink})`;
        context.lineWidth = (0.6 + 1.0 * weight) * view.stroke;
        context.stroke();
      }
    }
  }

  // Draws links on a canvas; another one if this has begun with WebGL, and is good for nothing else.
  function painterFor(canvas) {
    const painter = WebGlPainter.start(canvas);
    if (painter) return painter;
    const fresh = canvas.cloneNode();
    canvas.replaceWith(fresh);
    return new PlainPainter(fresh);
  }

  return { Graph, painterFor };
})();
