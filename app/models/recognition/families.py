"""The families of targets: their names in checkpoints and in GGUF, and what each of them can do."""

from app.models.recognition.known_families import NOT_CONVERTIBLE

# Class names as transformers writes them -> `general.architecture`.
FAMILIES = {
    "Qwen2ForCausalLM": "qwen2",
    "Qwen3ForCausalLM": "qwen3",
    "Qwen3MoeForCausalLM": "qwen3moe",
    "Qwen3NextForCausalLM": "qwen3next",
    "Qwen3_5ForCausalLM": "qwen35",
    "Qwen3_5ForConditionalGeneration": "qwen35",
    "Qwen3_5MoeForCausalLM": "qwen35moe",
    "Qwen3_5MoeForConditionalGeneration": "qwen35moe",
    "Gemma3ForCausalLM": "gemma3",
    "Gemma3ForConditionalGeneration": "gemma3",
    "Gemma4ForCausalLM": "gemma4",
    "Gemma4ForConditionalGeneration": "gemma4",
    "Gemma4UnifiedForConditionalGeneration": "gemma4",
    "LlamaForCausalLM": "llama",
    "MistralForCausalLM": "llama",
    "GptOssForCausalLM": "gpt-oss",
    "GraniteForCausalLM": "granite",
    "Lfm2ForCausalLM": "lfm2",
    "Lfm2MoeForCausalLM": "lfm2moe",
    "Phi3ForCausalLM": "phi3",
    "SmolLM3ForCausalLM": "smollm3",
    **NOT_CONVERTIBLE,
}

# Checkpoint classes that can be converted here.
CONVERTIBLE = frozenset(FAMILIES.keys() - NOT_CONVERTIBLE.keys())

# Families whose graph hands out the input of each layer; with any other the engine's library aborts when asked for it
# (llama.cpp 0c1e57098, every graph that sets t_layer_inp).
FEEDS_HIDDEN_STATES = frozenset(
    (
        *("qwen3", "qwen3moe", "qwen3next", "qwen35", "qwen35moe", "qwen4exp"),
        *("llama", "gemma4", "gpt-oss", "lfm2", "lfm2moe", "nemotron_h", "nemotron_h_moe", "nanbeige", "muse-glimmer"),
        *("hunyuan_vl", "bailingmoe3", "deepseek4", "mimo2", "minimax-01", "minimax-m2"),
    )
)

# Among them, those that also hand out what follows the last layer.
FEEDS_FINAL_STATE = frozenset({"deepseek4", "mimo2", "nemotron_h", "nemotron_h_moe"})

# The same for EAGLE-3 drafts, which are handed it on another way (every graph that sets t_h_nextn).
FEEDS_FINAL_STATE_TO_EAGLE3 = FEEDS_FINAL_STATE | {
    *("gpt-oss", "gemma4", "qwen35", "qwen35moe", "qwen3next", "bailingmoe3"),
}

# Families with a graph for layers that predict further tokens, of which it runs one (llama.cpp 0c1e57098, every graph
# of type LLM_GRAPH_TYPE_DECODER_MTP).
RUNS_MTP = frozenset(
    (
        *("qwen3next", "qwen35", "qwen35moe", "nemotron_h_moe", "glm4moe", "glm-dsa", "glm5-next", "bailingmoe3"),
        *("deepseek2", "deepseek32", "deepseek4", "cohere2moe", "hy_v3", "mimo2", "step35"),
    )
)

# M-RoPE sections of families whose configs may leave them out.
DEFAULT_MROPE_SECTIONS = {"qwen35": (11, 11, 10, 0), "qwen35moe": (11, 11, 10, 0)}

# Quantizations that a family's published checkpoints come in and that are repacked without loss.
OWN_QUANTIZATION = {"GptOssForCausalLM": "mxfp4"}
