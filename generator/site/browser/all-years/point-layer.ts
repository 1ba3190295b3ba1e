/** Epicentres by WebGL2: one vertex buffer a magnitude band, drawn as points in a window of time. */
import { NO_VALUE } from '#core/points.ts';
import { BANDS } from '#core/shard.ts';
import { MINUTE, type EpochMs } from '#core/time.ts';
import { project } from '../../drawing/mercator.ts';
import { DEPTH_KM } from '../../drawing/palette.ts';
import type { Section } from '../map/section.ts';
import type { Window } from './selection.ts';
import { FRAGMENT, VERTEX } from './shaders.ts';
import type { Columns, Run } from './store.ts';

/** Two floats, a time, 16 bits of depth, 8 of magnitude. */
export const VERTEX_BYTES = 16;
const VERTEX_WORDS = VERTEX_BYTES / 4;

export interface Look {
  window: Window;
  byTime: boolean;
  /** Red, green, blue from 0 to 1 for each class of depth or time; the last for unknown depth. */
  colours: Float32Array;
  outline: Float32Array;
  /** Factor of every radius. */
  sizing: number;
  /** During an animation, how long the newest stand out; 0 else. */
  trail: number;
  /** Every n-th of the smallest magnitudes is drawn; 1 for all. */
  thinning: number;
}

interface BandBuffer {
  array: WebGLVertexArrayObject;
  buffer: WebGLBuffer;
  runs: Run[];
  count: number;
}

/** How often the graphics processor is asked whether it is ready, ms. */
const ASKING = 8;
/** Bands above this one are never thinned. */
const MOST_THINNED = 3;

const minuteOf = (time: EpochMs): number => Math.floor(time / MINUTE);
const tenthsAbove = (hundredths: number): number =>
  hundredths === NO_VALUE ? 255 : Math.min(254, Math.max(0, Math.floor(hundredths / 10) + 20));

export class PointLayer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #bands: BandBuffer[];
  readonly #uniforms = new Map<string, WebGLUniformLocation | null>();

  /** Undefined where there is no WebGL2. @param isKept whether the picture is read from the canvas later */
  static async open(canvas: OffscreenCanvas | HTMLCanvasElement, isKept: boolean): Promise<PointLayer | undefined> {
    const gl = canvas.getContext('webgl2', {
      ...{ antialias: false, depth: false, stencil: false, powerPreference: 'high-performance' },
      preserveDrawingBuffer: isKept,
    }) as WebGL2RenderingContext | null;
    const program = gl && (await programOf(gl));
    return program ? new PointLayer(gl, program) : undefined;
  }

  private constructor(gl: WebGL2RenderingContext, program: WebGLProgram) {
    this.#gl = gl;
    this.#program = program;
    this.#bands = Array.from({ length: BANDS }, () => ({
      array: gl.createVertexArray(),
      buffer: gl.createBuffer(),
      runs: [],
      count: 0,
    }));
  }

  get isLost(): boolean {
    return this.#gl.isContextLost();
  }

  clear(number: number, capacity: number): void {
    const gl = this.#gl;
    const band = this.#bands[number]!;
    gl.bindBuffer(gl.ARRAY_BUFFER, band.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, capacity * VERTEX_BYTES, gl.STATIC_DRAW);
    band.runs = [];
    band.count = 0;
  }

  /** The one upload of a file's rows. */
  add(number: number, columns: Columns, run: Run): void {
    const bytes = new ArrayBuffer(run.count * VERTEX_BYTES);
    const [places, words] = [new Float32Array(bytes), new Int32Array(bytes)];
    for (let row = 0; row < run.count; row += 1) {
      const { x, y } = project({ longitude: columns.longitude[row]!, latitude: columns.latitude[row]! });
      const at = row * VERTEX_WORDS;
      places[at] = x;
      places[at + 1] = y;
      words[at + 2] = minuteOf(columns.time[row]!);
      words[at + 3] = (columns.depth[row]! & 0xffff) | (tenthsAbove(columns.magnitude[row]!) << 16);
    }
    const gl = this.#gl;
    const band = this.#bands[number]!;
    gl.bindBuffer(gl.ARRAY_BUFFER, band.buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, run.first * VERTEX_BYTES, bytes);
    band.runs.push(run);
    band.count = run.first + run.count;
  }

  /** @returns how many earthquakes went to the graphics processor; those filtered out by time as whole files did not */
  draw(section: Section, density: number, look: Look): number {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.useProgram(this.#program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#setUniforms(section, density, look);
    let drawn = 0;
    // The greatest magnitudes on top.
    this.#bands.forEach((band, number) => {
      if (band.count > 0) drawn += this.#drawBand(band, number <= MOST_THINNED ? look.thinning : 1, look.window.time);
    });
    gl.bindVertexArray(null);
    return drawn;
  }

  /** Once the graphics processor has drawn what it was sent so far. */
  async finished(): Promise<void> {
    const gl = this.#gl;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    while (fence && !gl.isContextLost() && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED)
      await new Promise((later) => setTimeout(later, ASKING));
    gl.deleteSync(fence);
  }

  #drawBand({ array, buffer, runs }: BandBuffer, every: number, [from, to]: [EpochMs, EpochMs]): number {
    const gl = this.#gl;
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const stride = VERTEX_BYTES * every;
    for (let index = 0; index < 4; index += 1) gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, stride, 0);
    gl.vertexAttribIPointer(1, 1, gl.INT, stride, 8);
    gl.vertexAttribIPointer(2, 1, gl.SHORT, stride, 12);
    gl.vertexAttribIPointer(3, 1, gl.UNSIGNED_BYTE, stride, 14);
    let drawn = 0;
    for (let index = 0; index < runs.length;) {
      const first = runs[index]!;
      if (first.to < from || first.from > to) {
        index += 1;
        continue;
      }
      let end = index + 1;
      while (end < runs.length && runs[end]!.to >= from && runs[end]!.from <= to) end += 1;
      const last = runs[end - 1]!;
      const begin = Math.ceil(first.first / every);
      const count = Math.floor((last.first + last.count) / every) - begin;
      if (count > 0) gl.drawArrays(gl.POINTS, begin, count);
      drawn += Math.max(0, count);
      index = end;
    }
    return drawn;
  }

  #setUniforms({ centre, scale, width, height }: Section, density: number, look: Look): void {
    const gl = this.#gl;
    const at = (name: string): WebGLUniformLocation | null => {
      if (!this.#uniforms.has(name)) this.#uniforms.set(name, gl.getUniformLocation(this.#program, name));
      return this.#uniforms.get(name)!;
    };
    const { time, least } = look.window;
    gl.uniform2f(at('centre'), centre.x, centre.y);
    gl.uniform2f(at('scale'), (2 * scale) / width, (-2 * scale) / height);
    gl.uniform1f(at('density'), density);
    gl.uniform1f(at('sizing'), look.sizing);
    gl.uniform2i(at('window'), minuteOf(time[0]), minuteOf(time[1]));
    gl.uniform1f(at('trail'), look.trail / MINUTE);
    gl.uniform1ui(at('least'), least === NO_VALUE ? 0 : tenthsAbove(least));
    gl.uniform1i(at('byTime'), look.byTime ? 1 : 0);
    gl.uniform4f(at('classes'), ...DEPTH_KM);
    gl.uniform3fv(at('colours'), look.colours);
    gl.uniform4fv(at('outline'), look.outline);
  }
}

async function programOf(gl: WebGL2RenderingContext): Promise<WebGLProgram | undefined> {
  const parallel = gl.getExtension('KHR_parallel_shader_compile');
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return undefined;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  while (parallel && !gl.isContextLost() && !gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR))
    await new Promise((ready) => setTimeout(ready, ASKING));
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : undefined;
}
