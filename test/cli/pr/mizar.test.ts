import { startKubernetesSandbox } from "../../../sandbox/index";
import { mizarStory } from "../../support/mizar-story";

mizarStory(() => startKubernetesSandbox(), { changes: false });
