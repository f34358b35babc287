"""What the engine knows beyond what is converted here: names of families, nothing that decides by itself.

By the tables of llama.cpp at commit 0c1e57098.
"""


def _words(text: str) -> list[str]:
    return text.split()


# `general.architecture` of every family whose models the engine can chat with.
ENGINE_FAMILIES = frozenset(
    _words(
        "afmoe apertus arcee arctic arwkv7 baichuan bailingmoe bailingmoe2 bailingmoe3 bitnet bloom chameleon "
        "chatglm codeshell cogvlm cohere2 cohere2moe command-r dbrx deci deepseek deepseek2 deepseek2-ocr deepseek32 "
        "deepseek4 dots1 dots3note ernie4_5 ernie4_5-moe exaone exaone-moe exaone4 falcon falcon-h1 gemma gemma2 "
        "gemma3 gemma3n gemma4 glm-dsa glm4 glm4moe glm5-next gpt-oss gpt2 gptj gptneox granite granite_swa "
        "granitehybrid granitemoe graniteswitch grok grovemoe hrm_text hunyuan-dense hunyuan-moe hunyuan_vl hy_v3 "
        "hy_v4 internlm2 jais jais2 jamba kimi-k3 kimi-linear laguna lfm2 lfm2moe llama llama4 maincoder mamba "
        "mamba2 maple mellum mimo2 minicpm minicpm3 minimax-01 minimax-m2 minimax-m3 mistral3 mistral4 mpt "
        "muse-glimmer nanbeige nemotron nemotron_h nemotron_h_moe olmo olmo2 olmoe openelm orion paddleocr "
        "pangu-embedded phi2 phi3 phimoe plamo plamo2 plamo3 plm qwen qwen2 qwen2moe qwen2vl qwen3 qwen35 qwen35moe "
        "qwen3moe qwen3next qwen3vl qwen3vlmoe qwen4exp refact rwkv6 rwkv6qwen2 rwkv7 seed_oss smallthinker smollm3 "
        "spark2_5 stablelm starcoder starcoder2 step35 talkie xverse"
    )
)

# Those whose graphs turn all of a head by its position, and end the process where a file says otherwise.
TURNING_WHOLE = frozenset(
    _words(
        "apertus arcee arctic baichuan chameleon codeshell cogvlm cohere2moe dbrx deepseek dots1 ernie4_5 ernie4_5-moe "
        "exaone exaone-moe exaone4 falcon granite granite_swa graniteswitch grok grovemoe hunyuan-moe hunyuan_vl hy_v3 "
        "internlm2 jais2 llama llama4 maincoder mellum mistral3 olmo olmo2 olmoe orion paddleocr pangu-embedded plamo "
        "qwen2 qwen2moe qwen2vl qwen3 qwen3moe qwen3vl qwen3vlmoe seed_oss smallthinker smollm3 starcoder2 talkie "
        "xverse"
    )
)

# Families that it knows and that do something else, and what that is.
OTHER_FAMILIES = {
    **dict.fromkeys(
        _words("bert modern-bert nomic-bert nomic-bert-moe neo-bert jina-bert-v2 jina-bert-v3 eurobert"), "embedding"
    ),
    **dict.fromkeys(_words("gemma-embedding llama-embed t5encoder"), "embedding"),
    **dict.fromkeys(_words("wavtokenizer-dec qwen3tts pockettts"), "speech"),
    **dict.fromkeys(_words("dream llada llada-moe rnd1"), "text by diffusion"),
    "t5": "encoder and decoder",
}

# Class names of checkpoints that are known by name only: of these a ready GGUF is needed.
NOT_CONVERTIBLE = {
    name: family
    for family, names in {
        "afmoe": "AfmoeForCausalLM",
        "apertus": "ApertusForCausalLM",
        "arcee": "ArceeForCausalLM",
        "arctic": "ArcticForCausalLM",
        "arwkv7": "RwkvHybridForCausalLM",
        "baichuan": "BaiChuanForCausalLM BaichuanForCausalLM",
        "bailingmoe": "BailingMoeForCausalLM",
        "bailingmoe2": "BailingMoeV2ForCausalLM SarvamMoEForCausalLM",
        "bailingmoe3": "BailingMoeV3ForCausalLM BailingMoeV3VLForConditionalGeneration",
        "bitnet": "BitNetForCausalLM BitnetForCausalLM",
        "bloom": "BloomForCausalLM",
        "chameleon": "ChameleonForCausalLM ChameleonForConditionalGeneration",
        "chatglm": "ChatGLMForConditionalGeneration GlmForCausalLM",
        "codeshell": "CodeShellForCausalLM",
        "cogvlm": "CogVLMForCausalLM",
        "cohere2": "Cohere2ForCausalLM",
        "cohere2moe": "Cohere2MoeForCausalLM",
        "command-r": "CohereForCausalLM",
        "dbrx": "DbrxForCausalLM",
        "deci": "DeciLMForCausalLM",
        "deepseek": "DeepseekForCausalLM",
        "deepseek2": (
            "DeepseekV2ForCausalLM DeepseekV3ForCausalLM Glm4MoeLiteForCausalLM KimiK25ForConditionalGeneration "
            "KimiVLForConditionalGeneration YoutuForCausalLM YoutuVLForConditionalGeneration"
        ),
        "deepseek32": "DeepseekV32ForCausalLM",
        "deepseek4": "DeepseekV4ForCausalLM",
        "dots1": "Dots1ForCausalLM",
        "dots3note": "Dots3NoteForCausalLM Dots3NoteForConditionalGeneration Dots3NoteTextForCausalLM",
        "ernie4_5": "Ernie4_5ForCausalLM Ernie4_5_ForCausalLM",
        "ernie4_5-moe": "Ernie4_5_MoeForCausalLM",
        "exaone": "ExaoneForCausalLM",
        "exaone-moe": "ExaoneMoEForCausalLM ExaoneMoeForCausalLM",
        "exaone4": "Exaone4ForCausalLM Exaone4_5_ForConditionalGeneration",
        "falcon": "FalconForCausalLM RWForCausalLM",
        "falcon-h1": "FalconH1ForCausalLM",
        "gemma": "GemmaForCausalLM",
        "gemma2": "Gemma2ForCausalLM",
        "gemma3n": "Gemma3nForCausalLM Gemma3nForConditionalGeneration",
        "glm-dsa": "GlmMoeDsaForCausalLM",
        "glm4": "Glm4ForCausalLM Glm4vForConditionalGeneration",
        "glm4moe": "Glm4MoeForCausalLM Glm4vMoeForConditionalGeneration SolarOpenForCausalLM",
        "glm5-next": "Glm5NextForConditionalGeneration",
        "gpt2": "GPT2LMHeadModel RuGPT3XLForCausalLM",
        "gptneox": "GPTNeoXForCausalLM",
        "granite_swa": "GraniteMoeSWAForCausalLM GraniteSWAForCausalLM",
        "granitehybrid": "BambaForCausalLM GraniteMoeHybridForCausalLM",
        "granitemoe": "GraniteMoeForCausalLM GraniteMoeSharedForCausalLM",
        "graniteswitch": "GraniteSwitchForCausalLM",
        "grok": "Grok1ForCausalLM GrokForCausalLM",
        "grovemoe": "GroveMoeForCausalLM",
        "hunyuan-dense": "HunYuanDenseV1ForCausalLM",
        "hunyuan-moe": "HunYuanMoEV1ForCausalLM",
        "hunyuan_vl": "HunYuanVLForConditionalGeneration",
        "hy_v3": "HYV3ForCausalLM",
        "hy_v4": "HYV4ForCausalLM",
        "internlm2": "InternLM2ForCausalLM",
        "jais": "JAISLMHeadModel",
        "jais2": "Jais2ForCausalLM",
        "jamba": "JambaForCausalLM",
        "kimi-k3": "KimiK3ForConditionalGeneration",
        "kimi-linear": "KimiLinearForCausalLM",
        "laguna": "LagunaForCausalLM",
        "lfm2": "LFM2ForCausalLM",
        "llama": (
            "IQuestCoderForCausalLM InternLM3ForCausalLM JanusForConditionalGeneration LLaMAForCausalLM "
            "LlavaForConditionalGeneration MixtralForCausalLM Sarashina2VisionForCausalLM VLlama3ForCausalLM "
            "VoxtralForConditionalGeneration"
        ),
        "llama4": "Llama4ForCausalLM Llama4ForConditionalGeneration",
        "maincoder": "MaincoderForCausalLM",
        "mamba": "FalconMambaForCausalLM MambaForCausalLM MambaLMHeadModel",
        "mamba2": "Mamba2ForCausalLM",
        "maple": "MapleForCausalLM",
        "mellum": "MellumForCausalLM",
        "mimo2": "MiMoV2FlashForCausalLM MiMoV2ForCausalLM",
        "minicpm": "MiniCPMForCausalLM",
        "minicpm3": "MiniCPM3ForCausalLM",
        "minimax-01": "MiniMaxM1ForCausalLM MiniMaxText01ForCausalLM",
        "minimax-m2": "MiniMaxM2ForCausalLM",
        "minimax-m3": "MiniMaxM3SparseForCausalLM MiniMaxM3SparseForConditionalGeneration",
        "mistral3": "Ministral3ForCausalLM Mistral3ForConditionalGeneration",
        "mpt": "MPTForCausalLM",
        "muse-glimmer": "MuseGlimmerForConditionalGeneration",
        "nanbeige": "NanbeigeForCausalLM",
        "nemotron": "NemotronForCausalLM",
        "nemotron_h": "NemotronHForCausalLM",
        "nemotron_h_moe": "NemotronHPuzzleForCausalLM",
        "olmo": "OLMoForCausalLM OlmoForCausalLM",
        "olmo2": "Olmo2ForCausalLM Olmo3ForCausalLM",
        "olmoe": "OlmoeForCausalLM",
        "openelm": "OpenELMForCausalLM",
        "orion": "OrionForCausalLM",
        "pangu-embedded": "PanguEmbeddedForCausalLM",
        "phi2": "PhiForCausalLM",
        "phimoe": "PhiMoEForCausalLM",
        "plamo": "PlamoForCausalLM",
        "plamo2": "PLaMo2ForCausalLM Plamo2ForCausalLM",
        "plamo3": "PLaMo3ForCausalLM Plamo3ForCausalLM",
        "plm": "PLMForCausalLM",
        "qwen": "QWenLMHeadModel",
        "qwen2": "KORMoForCausalLM",
        "qwen2moe": "Qwen2MoeForCausalLM",
        "qwen2vl": "Qwen2VLForConditionalGeneration Qwen2_5_VLForConditionalGeneration",
        "qwen3": "StepVLForConditionalGeneration",
        "qwen35": "MiniCPMV4_6ForConditionalGeneration",
        "qwen3vl": "Qwen3VLForConditionalGeneration",
        "qwen3vlmoe": "Qwen3OmniMoeForConditionalGeneration Qwen3VLMoeForConditionalGeneration",
        "qwen4exp": "Qwen4ExpForCausalLM Qwen4ExpForConditionalGeneration",
        "refact": "GPTRefactForCausalLM",
        "rwkv6": "Rwkv6ForCausalLM",
        "rwkv6qwen2": "RWKV6Qwen2ForCausalLM",
        "rwkv7": "RWKV7ForCausalLM Rwkv7ForCausalLM",
        "seed_oss": "SeedOssForCausalLM",
        "smallthinker": "SmallThinkerForCausalLM",
        "spark2_5": "Spark2_5ForCausalLM",
        "stablelm": "LlavaStableLMEpochForCausalLM StableLMEpochForCausalLM StableLmForCausalLM",
        "starcoder": "GPTBigCodeForCausalLM",
        "starcoder2": "Starcoder2ForCausalLM",
        "step35": "Step3p5ForCausalLM Step3p7ForConditionalGeneration",
        "xverse": "XverseForCausalLM",
    }.items()
    for name in names.split()
}
