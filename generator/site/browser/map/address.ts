/** Keeps the fragment of the address and the camera in step. */
import { project } from '../../drawing/mercator.ts';
import type { Camera } from './camera.ts';
import { readViewpoint, scaleOf, writeViewpoint } from './viewpoint.ts';

/** After the last movement, ms: browsers allow about a hundred changes of the address in 30 s. */
const WRITTEN_AFTER = 500;

export class Address {
  #writing: ReturnType<typeof setTimeout> | undefined;

  /** @param changed after the camera moved */
  follow(camera: Camera, changed: () => void): void {
    const go = (): void => {
      const viewpoint = readViewpoint(location.hash);
      if (!viewpoint) return;
      camera.centre = project(viewpoint);
      camera.scale = scaleOf(viewpoint.zoom);
      // Within the bounds of the map.
      camera.pan(0, 0);
      changed();
    };
    addEventListener('hashchange', go);
    go();
  }

  /** @param camera undefined for what is shown without a viewpoint in the address */
  write(camera: Camera | undefined): void {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      const fragment = camera ? writeViewpoint(camera) : '';
      history.replaceState(history.state, '', `${location.pathname}${location.search}${fragment}`);
    }, WRITTEN_AFTER);
  }
}
